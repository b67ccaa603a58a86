"""The parts of benchmarks/compare: the matrix, the runs, the results, the report, the plots."""
