#define _DEFAULT_SOURCE // syscall

#include "isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// 1 in builds for tests, which then run the variants of kernels that another processor with the
// same tiers would choose.
#if !defined(SIGHT_OTHER_PROCESSOR)
#define SIGHT_OTHER_PROCESSOR 0
#endif

#if SIGHT_X86
#include <cpuid.h>

// CPUID leaf 1, ECX bit 29; some compilers do not know the name in __builtin_cpu_supports.
static _Bool has_f16c(void) {
    unsigned eax, ebx, ecx = 0, edx;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx >> 29 & 1);
}

/// A bit of CPUID leaf 7, subleaf 1, EAX; some compilers do not know the names of its extensions.
static _Bool has_newer_extension(unsigned bit) {
    unsigned eax = 0, ebx, ecx, edx;
    return __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) && (eax >> bit & 1);
}

#if defined(SIGHT_SOFTWARE_TILES)
// A test computes the tile instructions in C.
static _Bool has_amxint8(void) { return 1; }
#elif defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

/// Whether the processor has tiles (leaf 7, EDX bits 24 and 25) and the system lets this process
/// use them. The process requests their 8 KiB of state once (arch_prctl's ARCH_REQ_XCOMP_PERM, 18
/// is XTILEDATA).
static _Bool has_amxint8(void) {
    unsigned eax, ebx, ecx, edx = 0;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (edx >> 24 & 3) == 3 &&
           syscall(SYS_arch_prctl, 0x1023, 18) == 0;
}
#else
static _Bool has_amxint8(void) { return 0; }
#endif
#elif SIGHT_ARM64 && defined(__APPLE__)
#include <sys/sysctl.h>

static _Bool has_feature(const char *name) {
    int value = 0;
    size_t size = sizeof value;
    return sysctlbyname(name, &value, &size, NULL, 0) == 0 && value != 0;
}
static _Bool has_dot_products(void) { return has_feature("hw.optional.arm.FEAT_DotProd"); }
static _Bool has_matrix_products(void) { return has_feature("hw.optional.arm.FEAT_I8MM"); }
#elif SIGHT_ARM64 && defined(__linux__)
#include <sys/auxv.h>

// Bits of the kernel's interface (arch/arm64/include/uapi/asm/hwcap.h): ASIMDDP and I8MM.
static _Bool has_dot_products(void) { return getauxval(AT_HWCAP) >> 20 & 1; }
static _Bool has_matrix_products(void) { return getauxval(AT_HWCAP2) >> 13 & 1; }
#elif SIGHT_ARM64
static _Bool has_dot_products(void) { return 0; }
static _Bool has_matrix_products(void) { return 0; }
#endif

static _Bool probe_tier(sight_tier tier) {
    switch (tier) {
    case sight_tier_scalar:
        return 1;
#if SIGHT_X86
    case sight_tier_avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c();
    case sight_tier_avxvnni:
        return probe_tier(sight_tier_avx2) && has_newer_extension(4);
    case sight_tier_avx512:
        return probe_tier(sight_tier_avx2) && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
    case sight_tier_avx512vnni:
        return probe_tier(sight_tier_avx512) && __builtin_cpu_supports("avx512vnni");
    case sight_tier_amxint8:
        return probe_tier(sight_tier_avx512vnni) && has_amxint8();
#endif
#if SIGHT_ARM64
    case sight_tier_neon:
        return 1;
    case sight_tier_neondot:
        return has_dot_products();
    case sight_tier_neoni8mm:
        return has_dot_products() && has_matrix_products();
#endif
    default:
        return 0;
    }
}

_Bool sight_tier_available(sight_tier tier) {
    // The available tiers: a bit for each tier above bit 0, or 0 before the first query. CPUID is
    // slow (tens of microseconds under a hypervisor), so the answer is kept. Two threads that ask
    // at once store the same answer.
    static _Atomic unsigned known = 0;
    unsigned tiers = atomic_load_explicit(&known, memory_order_relaxed);
    if (tiers == 0) {
        tiers = 1;
        for (unsigned i = 0; i < sight_tier_count; i++)
            tiers |= (unsigned)probe_tier((sight_tier)i) << (i + 1);
        atomic_store_explicit(&known, tiers, memory_order_relaxed);
    }
    return (unsigned)tier < sight_tier_count && (tiers >> ((unsigned)tier + 1) & 1) != 0;
}

_Bool sight_has_byte_permutes(void) {
#if SIGHT_X86
    return !SIGHT_OTHER_PROCESSOR && sight_tier_available(sight_tier_avx512) &&
           __builtin_cpu_supports("avx512vbmi");
#else
    return 0;
#endif
}

_Bool sight_is_intel(void) {
#if SIGHT_X86
    return (__builtin_cpu_is("intel") != 0) != SIGHT_OTHER_PROCESSOR;
#else
    return 0;
#endif
}

_Bool sight_has_fast_bfloat16(void) {
#if SIGHT_X86
    return !sight_is_intel() && sight_tier_available(sight_tier_avx512) && has_newer_extension(5);
#else
    return 0;
#endif
}

const char *sight_tier_name(sight_tier tier) {
    switch (tier) {
    case sight_tier_scalar:
        return "scalar";
    case sight_tier_avx2:
        return "avx2";
    case sight_tier_avxvnni:
        return "avxvnni";
    case sight_tier_avx512:
        return "avx512";
    case sight_tier_avx512vnni:
        return "avx512vnni";
    case sight_tier_amxint8:
        return "amxint8";
    case sight_tier_neon:
        return "neon";
    case sight_tier_neondot:
        return "neondot";
    case sight_tier_neoni8mm:
        return "neoni8mm";
    default:
        return "unknown";
    }
}

static sight_tier probe(void) {
    const char *wanted = getenv("SIGHT_TIER");
    sight_tier best = sight_tier_scalar;
    for (int tier = 0; tier < sight_tier_count; tier++) {
        if (!sight_tier_available((sight_tier)tier))
            continue;
        best = (sight_tier)tier;
        if (wanted && strcmp(wanted, sight_tier_name(best)) == 0)
            return best;
    }
    return best;
}

sight_tier sight_current_tier(void) {
    // -1 before the first call. Two threads that ask at once store the same answer.
    static _Atomic int current = -1;
    int tier = atomic_load_explicit(&current, memory_order_relaxed);
    if (tier < 0) {
        tier = (int)probe();
        atomic_store_explicit(&current, tier, memory_order_relaxed);
    }
    return (sight_tier)tier;
}
