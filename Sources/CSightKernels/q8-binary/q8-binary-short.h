// The loops of short sums and products, for all vector tiers. The including file defines WORDS,
// words (as many int16), short_factors, load_short, widen_words, splat_words, short_sums,
// short_product_factors, load_short_product, short_products, store_words and NAME(kernel).

/// Loads WORDS elements of an operand. If fewer remain, they are copied to a full register first.
SIGHT_INLINE words operand_words(const uint8_t *values, size_t step, size_t index, size_t rest,
                                 _Bool is_signed) {
    if (step == 0)
        return splat_words((int16_t)(is_signed ? (int8_t)values[0] : values[0]));
    if (rest >= WORDS)
        return widen_words(values + index, is_signed);
    uint8_t padded[WORDS] = {0};
    memcpy(padded, values + index, rest);
    return widen_words(padded, is_signed);
}

SIGHT_INLINE void finish_words(words results, uint8_t *output, size_t rest) {
    if (rest >= WORDS) {
        store_words(results, output);
    } else {
        uint8_t padded[WORDS];
        store_words(results, padded);
        memcpy(output, padded, rest);
    }
}

/// Computes sums. `is_signed` is a constant at every call.
SIGHT_INLINE void sum_elements(SHORT_PARAMETERS, const _Bool is_signed) {
    const short_factors factors = load_short(p);
    uint8_t *target = output;
    size_t i = 0;
    for (; a_step != 0 && b_step != 0 && count - i >= WORDS; i += WORDS) {
        const words x = widen_words((const uint8_t *)a + i, is_signed);
        const words y = widen_words((const uint8_t *)b + i, is_signed);
        store_words(short_sums(x, y, &factors), target + i);
    }
    for (; i < count; i += WORDS) {
        const words x = operand_words(a, a_step, i, count - i, is_signed);
        const words y = operand_words(b, b_step, i, count - i, is_signed);
        finish_words(short_sums(x, y, &factors), target + i, count - i);
    }
}

/// Computes products. `is_signed` is a constant at every call.
SIGHT_INLINE void multiply_elements(SHORT_PRODUCT_PARAMETERS, const _Bool is_signed) {
    const short_product_factors factors = load_short_product(p);
    uint8_t *target = output;
    size_t i = 0;
    for (; a_step != 0 && b_step != 0 && count - i >= WORDS; i += WORDS) {
        const words x = widen_words((const uint8_t *)a + i, is_signed);
        const words y = widen_words((const uint8_t *)b + i, is_signed);
        store_words(short_products(x, y, &factors), target + i);
    }
    for (; i < count; i += WORDS) {
        const words x = operand_words(a, a_step, i, count - i, is_signed);
        const words y = operand_words(b, b_step, i, count - i, is_signed);
        finish_words(short_products(x, y, &factors), target + i, count - i);
    }
}

void NAME(short_sum)(SHORT_PARAMETERS) {
    if (p->is_signed)
        sum_elements(p, a, a_step, b, b_step, output, count, 1);
    else
        sum_elements(p, a, a_step, b, b_step, output, count, 0);
}

void NAME(short_product)(SHORT_PRODUCT_PARAMETERS) {
    if (p->is_signed)
        multiply_elements(p, a, a_step, b, b_step, output, count, 1);
    else
        multiply_elements(p, a, a_step, b, b_step, output, count, 0);
}
