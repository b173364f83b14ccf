/** Tokens of a chunk, as the API has them where nothing is set, and between which it takes others. */
export const chunkTokens = 512
export const chunkTokensMin = 64
export const chunkTokensMax = 8191
