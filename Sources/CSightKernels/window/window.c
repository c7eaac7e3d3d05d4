#include "sight-window.h"

void sight_window_fill(const int32_t *rows, size_t row_count, const int32_t *columns, size_t pixels,
                       size_t cells, int32_t *offsets) {
    for (size_t pixel = 0; pixel < pixels; pixel++, columns += cells)
        for (size_t row = 0; row < row_count; row++, offsets += cells)
            for (size_t cell = 0; cell < cells; cell++)
                offsets[cell] = (rows[row] | columns[cell]) < 0 ? -1 : rows[row] + columns[cell];
}

void sight_window_repeat(const int32_t *above, size_t count, int32_t distance, int32_t *offsets) {
    for (size_t i = 0; i < count; i++)
        offsets[i] = above[i] < 0 ? -1 : above[i] + distance;
}
