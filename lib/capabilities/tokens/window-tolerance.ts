/** Tokenizers differ: only what is over a window by more than this is refused here, the rest by the model itself. */
export const windowTolerance = 1.1
