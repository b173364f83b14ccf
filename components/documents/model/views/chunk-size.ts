/** Chunk size in tokens: the API's default and its bounds. */
export const chunkTokens = 512
export const chunkTokensMin = 64
export const chunkTokensMax = 8191
