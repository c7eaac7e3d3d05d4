#include "q8-igemm.h"

#include "../kernel-table.h"
#include "sight-panel.h"

#include <string.h>

size_t sight_q8_igemm_packed_bytes(size_t taps, size_t depth, size_t columns,
                                   sight_q8_igemm_order order) {
    return (columns + 15) / 16 * sight_q8_igemm_panel_bytes(taps, depth, order) +
           sight_q8_igemm_slack;
}

size_t sight_q8_igemm_parameter_bytes(size_t columns) {
    return (columns + 15) / 16 * sight_q8_igemm_parameter_count * sizeof(int32_t);
}

/// Whether w - shift fits int8 for all weights of a census.
static _Bool fits(const sight_panel_census *census, int32_t shift) {
    const int32_t zero = shift + census->flip;
    return census->least - zero >= -128 && census->greatest - zero <= 127;
}

/// Reorders weights [2][16][4] as [16][8], 128 bytes at a time.
static void join_fours(uint8_t *weights, size_t bytes) {
    for (uint8_t *end = weights + bytes; weights < end; weights += 128) {
        uint8_t fours[128];
        memcpy(fours, weights, 128);
        for (size_t i = 0; i < 32; i++)
            memcpy(weights + i % 16 * 8 + i / 16 * 4, fours + 4 * i, 4);
    }
}

/// Packs the weights of up to 16 columns, each minus `minus`, in runs of `run` weights.
static void pack_columns(const sight_q8_igemm_weights *w, size_t run, size_t column, size_t columns,
                         uint8_t minus, uint8_t *packed, sight_panel_census *census) {
    const size_t length = w->taps * w->depth, group = sight_q8_igemm_group(w->order);
    const uint8_t *weights = (const uint8_t *)w->weights + column * length;
    const size_t bytes = sight_q8_igemm_run_bytes(run, group);
    for (size_t start = 0; start < length; start += run, packed += bytes) {
        const size_t used = sight_q8_igemm_run_bytes(run, 4);
        sight_panel_bytes(weights + start, length, columns, run, minus, packed, census);
        memset(packed + used, 0, bytes - used);
        if (group == 8)
            join_fours(packed, bytes);
    }
}

/// Packs each weight minus `shift`, in runs of `run` weights. Returns 0 as soon as a difference
/// does not fit int8.
static _Bool pack_shifted(const sight_q8_igemm_weights *w, size_t run, int32_t shift, char *packed,
                          sight_q8_igemm_census *census) {
    const uint8_t flip = w->weights_are_signed ? 0x80 : 0;
    const uint32_t offset = (uint32_t)(shift - w->weight_zero_point); // c
    const uint32_t count = (uint32_t)(w->taps * w->depth);
    const size_t bytes = sight_q8_igemm_panel_bytes(w->taps, w->depth, w->order);
    for (size_t first = 0; first < w->columns; first += 16, packed += bytes, census++) {
        const size_t columns = w->columns - first < 16 ? w->columns - first : 16;
        sight_panel_census panel = {.flip = flip, .least = 255};
        pack_columns(w, run, first, columns, (uint8_t)shift, (uint8_t *)packed, &panel);
        if (count > 0 && !fits(&panel, shift))
            return 0;
        *census = (sight_q8_igemm_census){
            .least_weight = (int32_t)panel.least - (shift + flip),
            .order = w->order == sight_q8_igemm_eights ? w->order : sight_q8_igemm_fours,
        };
        for (size_t i = 0; i < columns; i++) {
            census->packed_sums[i] = panel.sums[i] - count * (uint32_t)(flip + shift);
            census->sums[i] = census->packed_sums[i] + offset * count;
        }
    }
    memset(packed, 0, sight_q8_igemm_slack);
    return 1;
}

void sight_q8_igemm_set_parameters(const sight_q8_igemm_channels *c, void *parameters) {
    const uint32_t za = (uint32_t)(c->input_zero_point + (c->input_is_signed ? 128 : 0));
    int32_t *panel = parameters;
    memset(panel, 0, sight_q8_igemm_parameter_bytes(c->columns)); // missing columns are zero
    const sight_q8_igemm_census *census = c->census;
    for (size_t first = 0; first < c->columns;
         first += 16, census++, panel += sight_q8_igemm_parameter_count) {
        const size_t columns = c->columns - first < 16 ? c->columns - first : 16;
        panel[96] = census->least_weight;
        panel[97] = (int32_t)census->order;
        for (size_t i = 0, n = first; i < columns; i++, n++) {
            const uint32_t bias = c->biases ? (uint32_t)c->biases[n] : 0;
            panel[i] = (int32_t)(bias - za * census->sums[i]);
            panel[64 + i] = (int32_t)((uint32_t)panel[i] + 128 * census->packed_sums[i]);
            if (!c->multipliers)
                continue;
            panel[16 + i] = c->multipliers[n];
            panel[32 + i] = c->lefts[n];
            panel[48 + i] = c->rights[n];
            const float factor = sight_nearest_factor(c->multipliers[n], c->rights[n]);
            memcpy(panel + 80 + i, &factor, sizeof factor);
        }
    }
}

/// Packs the weights of a panel and returns the sum of each column.
static void pack_panel(const sight_q8_igemm_matrix *m, size_t column, size_t columns,
                       int8_t *packed, int32_t sums[16]) {
    const size_t group = sight_q8_igemm_group(m->order);
    const size_t used = sight_q8_igemm_run_bytes(m->depth, 4);
    const size_t bytes = sight_q8_igemm_run_bytes(m->depth, group);
    if (m->is_transposed) {
        sight_panel_census census = {.flip = 0x80, .least = 255};
        sight_panel_bytes((const uint8_t *)m->values + column * m->depth, m->depth, columns,
                          m->depth, 0, (uint8_t *)packed, &census);
        for (size_t i = 0; i < 16; i++)
            sums[i] = (int32_t)(census.sums[i] - (uint32_t)(i < columns ? 128 * m->depth : 0));
    } else {
        sight_panel_columns(m->values + column, m->columns, columns, m->depth, packed, sums);
    }
    memset(packed + used, 0, bytes - used);
    if (group == 8)
        join_fours((uint8_t *)packed, bytes);
}

void sight_q8_igemm_pack_columns(const sight_q8_igemm_matrix *m, size_t first, size_t count,
                                 void *packed, void *parameters) {
    const size_t bytes = sight_q8_igemm_panel_bytes(1, m->depth, m->order), end = first + count;
    const uint32_t za = (uint32_t)m->left_zero_point + 128, offset = -(uint32_t)m->right_zero_point;
    int8_t *weights = (int8_t *)packed + first / 16 * bytes;
    int32_t *panel = (int32_t *)parameters + first / 16 * sight_q8_igemm_parameter_count;
    for (size_t column = first; column < end;
         column += 16, weights += bytes, panel += sight_q8_igemm_parameter_count) {
        const size_t columns = end - column < 16 ? end - column : 16;
        int32_t sums[16];
        pack_panel(m, column, columns, weights, sums);
        memset(panel, 0, sight_q8_igemm_parameter_bytes(16)); // missing columns are zero
        const size_t n = m->is_uniform ? 0 : column;
        memcpy(panel + 16, m->multipliers + n, 4 * columns);
        memcpy(panel + 32, m->lefts + n, 4 * columns);
        memcpy(panel + 48, m->rights + n, 4 * columns);
        for (size_t i = 0; i < columns; i++) {
            const uint32_t sum = (uint32_t)sums[i], bias = za * (offset * (uint32_t)m->depth + sum);
            panel[i] = (int32_t)(0 - bias);
            panel[64 + i] = (int32_t)(128 * sum - bias);
        }
        panel[96] = -128;
        panel[97] = (int32_t)(m->order == sight_q8_igemm_eights ? m->order : sight_q8_igemm_fours);
    }
}

/// The panels of a layer whose packed weights are one run for each column.
static sight_q8_chains_panels joined_panels(const sight_q8_igemm_weights *w, int32_t offset,
                                            void *packed) {
    return (sight_q8_chains_panels){
        .weights = packed,
        .columns = w->columns,
        .stride = sight_q8_igemm_panel_bytes(w->taps, w->depth, w->order),
        .depth = w->taps * w->depth,
        .offset = offset,
    };
}

/// Records that all panels are in the order of chains, whose weights are w - zw.
static void mark_chains(sight_q8_igemm_census *census, size_t columns) {
    for (size_t first = 0; first < columns; first += 16, census++) {
        census->order = sight_q8_igemm_chains;
        memcpy(census->packed_sums, census->sums, sizeof census->sums);
    }
}

int32_t sight_q8_igemm_pack(const sight_q8_igemm_weights *w, void *packed,
                            sight_q8_igemm_census *census) {
    const size_t length = w->taps * w->depth;
    // Runs whose length is a multiple of the group follow each other without gaps.
    const size_t run = w->depth % sight_q8_igemm_group(w->order) ? w->depth : length;
    const _Bool can_chain = !w->one_row && sight_q8_igemm_can_chain(w->taps, w->depth, w->order);
    const size_t first_run = can_chain ? length : run;
    // If w - zw fits int8 for all weights, the zero point is subtracted; then c = 0 and no row sums
    // are needed. Otherwise 128 is subtracted from uint8 weights and nothing from int8 weights; the
    // results always fit.
    int32_t shift = w->weight_zero_point;
    if (!pack_shifted(w, first_run, shift, packed, census)) {
        shift = w->weights_are_signed ? 0 : 128;
        pack_shifted(w, first_run, shift, packed, census);
    }
    const int32_t offset = shift - w->weight_zero_point;
    if (!can_chain)
        return offset;
    const sight_q8_chains_panels panels = joined_panels(w, offset, packed);
    const _Bool suits = sight_q8_chains_suit(&panels);
    if (suits && sight_q8_chains_arrange(&panels)) {
        mark_chains(census, w->columns);
        return 0;
    }
    if (suits || run != first_run) // some panels have lost their weights, or need gaps
        pack_shifted(w, run, shift, packed, census);
    return offset;
}

void sight_q8_igemm_add_to_biases(const void *parameters, size_t column, size_t columns,
                                  const int32_t *sums, void *copy) {
    const size_t first = column / 16 * sight_q8_igemm_parameter_count, end = column + columns;
    memcpy((int32_t *)copy + first, (const int32_t *)parameters + first,
           sight_q8_igemm_parameter_bytes(columns));
    uint32_t *panel = (uint32_t *)copy + first;
    for (; column < end; column += 16, panel += sight_q8_igemm_parameter_count)
        for (size_t i = 0; i < 16 && column + i < end; i++) {
            panel[i] += (uint32_t)sums[column + i];
            panel[64 + i] += (uint32_t)sums[column + i];
        }
}

#define KERNEL(function, tier, rows, order) {#function, tier, rows, order, function},
static const sight_q8_igemm_kernel kernels[] = {
#include "q8-igemm.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_q8_igemm_kernel, sight_q8_igemm_kernels, sight_q8_igemm_best)
