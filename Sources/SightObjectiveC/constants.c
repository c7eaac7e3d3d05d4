// The header is all there is; a target needs a source.
typedef int sight_objective_c;
