/** Tokenizers differ: only inputs this far over the context window are rejected here, others by the model. */
export const windowTolerance = 1.1
