"""What benchmarks/compare is made of: the matrix, the runs, the results, the report, the plots."""
