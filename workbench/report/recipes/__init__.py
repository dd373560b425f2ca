"""One function a published table layout."""
