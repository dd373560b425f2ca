"""The files of the origins, as the rows of the converted files: one module a data set."""
