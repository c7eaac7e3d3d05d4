// The comparison of a box with other boxes. All vector tiers include it.

/// Compares a box with 16 others in each iteration; `block` is 16.
static _Bool overlaps_any(const float box[4], const float *boxes, size_t capacity, size_t count,
                          float maximum) {
    const float top = box[0], left = box[1], bottom = box[2], right = box[3];
    const float area = (bottom - top) * (right - left);
    if (!(area > 0))
        return 0;
    for (size_t i = 0; i < count; i += block) {
        float columns[5][block];
        for (size_t column = 0; column < 5; column++)
            memcpy(columns[column], boxes + column * capacity + i, sizeof columns[column]);
        uint32_t found = 0;
        for (size_t j = 0; j < block; j++) {
            const float y0 = top >= columns[0][j] ? top : columns[0][j];
            const float x0 = left >= columns[1][j] ? left : columns[1][j];
            const float y1 = bottom < columns[2][j] ? bottom : columns[2][j];
            const float x1 = right < columns[3][j] ? right : columns[3][j];
            const float height = 0 >= y1 - y0 ? 0 : y1 - y0, width = 0 >= x1 - x0 ? 0 : x1 - x0;
            const float shared = height * width, other = columns[4][j];
            found |= (other > 0) & (shared / (other + area - shared) > maximum);
        }
        if (found)
            return 1;
    }
    return 0;
}
