"""At a running match over HTTP: what its players agree on, and a claim played out."""
