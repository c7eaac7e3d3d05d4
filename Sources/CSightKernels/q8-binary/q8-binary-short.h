// The loop of the short sum, for all vector tiers. The including file defines WORDS, words (as many
// int16), short_factors, load_short, widen_words, splat_words, short_sums, store_words and
// NAME(kernel).

/// Loads WORDS elements of an operand. If fewer remain, they are copied to a full register first.
static inline words operand_words(const uint8_t *values, size_t step, size_t index, size_t rest,
                                  _Bool is_signed) {
    if (step == 0)
        return splat_words((int16_t)(is_signed ? (int8_t)values[0] : values[0]));
    if (rest >= WORDS)
        return widen_words(values + index, is_signed);
    uint8_t padded[WORDS] = {0};
    memcpy(padded, values + index, rest);
    return widen_words(padded, is_signed);
}

void NAME(short_sum)(SHORT_PARAMETERS) {
    const short_factors factors = load_short(p);
    const _Bool is_signed = p->is_signed;
    uint8_t *target = output;
    for (size_t i = 0; i < count; i += WORDS) {
        const words x = operand_words(a, a_step, i, count - i, is_signed);
        const words y = operand_words(b, b_step, i, count - i, is_signed);
        const words sums = short_sums(x, y, &factors);
        if (count - i >= WORDS) {
            store_words(sums, target + i);
        } else {
            uint8_t padded[WORDS];
            store_words(sums, padded);
            memcpy(target + i, padded, count - i);
        }
    }
}
