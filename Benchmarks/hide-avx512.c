// Emulates the instruction CPUID of an x86-64 processor without AVX-512, AMX and, if HIDE_AVX_VNNI is 1, AVX-VNNI, for
// programs in which hide_avx512.py has replaced that instruction by UD2. UD2 raises SIGILL. The handler executes CPUID,
// clears the bits of these extensions in the result, and continues after UD2.
//
// Bits: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID, leaf 7.

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#define BIT(n) (UINT32_C(1) << (n))

static void emulate(int number, siginfo_t *information, void *context) {
    (void)number, (void)information;
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *code = (const unsigned char *)registers[REG_RIP];
    if (code[0] != 0x0f || code[1] != 0x0b) { // another illegal instruction
        signal(SIGILL, SIG_DFL);
        return;
    }
    const uint32_t leaf = (uint32_t)registers[REG_RAX], part = (uint32_t)registers[REG_RCX];
    uint32_t a = leaf, b, c = part, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (leaf == 7 && part == 0) {
        b &= ~(BIT(16) | BIT(17) | BIT(21) | BIT(26) | BIT(27) | BIT(28) | BIT(30) | BIT(31));
        c &= ~(BIT(1) | BIT(6) | BIT(11) | BIT(12) | BIT(14));
        d &= ~(BIT(2) | BIT(3) | BIT(8) | BIT(22) | BIT(23) | BIT(24) | BIT(25));
    } else if (leaf == 7 && part == 1) {
        a &= ~(BIT(5) | BIT(21));
        d &= ~BIT(19);
#if HIDE_AVX_VNNI
        a &= ~BIT(4);
        d &= ~(BIT(4) | BIT(5));
#endif
    }
    registers[REG_RAX] = a;
    registers[REG_RBX] = b;
    registers[REG_RCX] = c;
    registers[REG_RDX] = d;
    registers[REG_RIP] += 2;
}

__attribute__((constructor)) static void install(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = emulate;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGILL, &action, NULL);
}
