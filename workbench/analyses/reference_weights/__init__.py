"""What the weights of references do to a coefficient: many shuffles, and the noise of ratings."""
