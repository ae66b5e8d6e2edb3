"""How the nets are made: labelled positions in, a net file out. Nothing here is needed to play."""
