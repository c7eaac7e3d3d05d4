// The module consists of its header, but a target needs a source file.
typedef int sight_objective_c;
