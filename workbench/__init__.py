"""A workbench for people who study evaluation metrics of generated text."""
