"""The same steps without files: the functions that `import workbench` offers."""
