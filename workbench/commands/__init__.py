"""The commands, a file a group. Heavy imports happen inside them, so that --help is instant."""
