// Rank: the number of a process in an MPI job, from 0.
#pragma once

namespace triad::mpi {

using Rank = int;

}  // namespace triad::mpi
