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

/// The answers of CPUID for extensions that some compilers cannot name in __builtin_cpu_supports. A
/// hypervisor takes microseconds for each answer, so each leaf is read once for all tiers.
typedef struct {
    unsigned leaf1_ecx, leaf7_edx, leaf7_1_eax;
} cpuid_leaves;

static cpuid_leaves read_cpuid(void) {
    cpuid_leaves leaves = {0};
    unsigned eax = 0, ebx, ecx, edx;
    const unsigned last = __get_cpuid_max(0, NULL);
    if (last >= 1)
        __cpuid(1, eax, ebx, leaves.leaf1_ecx, edx);
    if (last >= 7) {
        __cpuid_count(7, 0, eax, ebx, ecx, leaves.leaf7_edx);
        if (eax >= 1) // the last subleaf
            __cpuid_count(7, 1, leaves.leaf7_1_eax, ebx, ecx, edx);
    }
    return leaves;
}

static _Bool has_f16c(const cpuid_leaves *leaves) { return leaves->leaf1_ecx >> 29 & 1; }
static _Bool has_avxvnni(const cpuid_leaves *leaves) { return leaves->leaf7_1_eax >> 4 & 1; }
static _Bool has_bfloat16(const cpuid_leaves *leaves) { return leaves->leaf7_1_eax >> 5 & 1; }

#if defined(SIGHT_SOFTWARE_TILES)
// A test computes the tile instructions in C.
static _Bool has_amxint8(const cpuid_leaves *leaves) {
    (void)leaves;
    return 1;
}
#elif defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

/// Whether the processor has tiles (leaf 7, EDX bits 24 and 25) and the system lets this process
/// use them. The process requests their 8 KiB of state once (arch_prctl's ARCH_REQ_XCOMP_PERM, 18
/// is XTILEDATA).
static _Bool has_amxint8(const cpuid_leaves *leaves) {
    return (leaves->leaf7_edx >> 24 & 3) == 3 && syscall(SYS_arch_prctl, 0x1023, 18) == 0;
}
#else
static _Bool has_amxint8(const cpuid_leaves *leaves) {
    (void)leaves;
    return 0;
}
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

/// Sets the bits of the tiers that the processor has; bit i is tier i.
static unsigned probe_tiers(void) {
    unsigned tiers = 1u << sight_tier_scalar;
#if SIGHT_X86
    const cpuid_leaves leaves = read_cpuid();
    const _Bool avx2 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c(&leaves);
    const _Bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                         __builtin_cpu_supports("avx512vl");
    const _Bool avx512vnni = avx512 && __builtin_cpu_supports("avx512vnni");
    tiers |= (unsigned)avx2 << sight_tier_avx2;
    tiers |= (unsigned)(avx2 && has_avxvnni(&leaves)) << sight_tier_avxvnni;
    tiers |= (unsigned)avx512 << sight_tier_avx512;
    tiers |= (unsigned)avx512vnni << sight_tier_avx512vnni;
    tiers |= (unsigned)(avx512vnni && has_amxint8(&leaves)) << sight_tier_amxint8;
#endif
#if SIGHT_ARM64
    tiers |= 1u << sight_tier_neon;
    tiers |= (unsigned)has_dot_products() << sight_tier_neondot;
    tiers |= (unsigned)(has_dot_products() && has_matrix_products()) << sight_tier_neoni8mm;
#endif
    return tiers;
}

_Bool sight_tier_available(sight_tier tier) {
    // The bits are 0 before the first query. Two threads that ask at once store the same answer.
    static _Atomic unsigned known = 0;
    unsigned tiers = atomic_load_explicit(&known, memory_order_relaxed);
    if (tiers == 0) {
        tiers = probe_tiers();
        atomic_store_explicit(&known, tiers, memory_order_relaxed);
    }
    return (unsigned)tier < sight_tier_count && (tiers >> (unsigned)tier & 1) != 0;
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
    if (sight_is_intel() || !sight_tier_available(sight_tier_avx512))
        return 0;
    const cpuid_leaves leaves = read_cpuid();
    return has_bfloat16(&leaves);
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
