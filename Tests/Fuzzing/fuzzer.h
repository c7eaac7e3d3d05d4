// The functions that libFuzzer offers to a target.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Changes `data` in place at random; returns its new length, `maximum` at most.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maximum);
