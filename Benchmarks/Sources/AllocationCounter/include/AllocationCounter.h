#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many times memory was asked for since the process began: calls of malloc, calloc, realloc and their kind.
unsigned long benchmark_allocations(void);

#endif
