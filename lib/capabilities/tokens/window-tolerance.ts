/** Tokenizers differ: only inputs this far over the context window are rejected here, others by the model. */
export const windowTolerance = 1.1

/** The largest context window of Anthropic's and OpenAI's models. */
export const contextTokensMax = 1_050_000
