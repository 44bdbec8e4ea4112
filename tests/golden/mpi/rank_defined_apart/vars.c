int my_rank, n_ranks;
