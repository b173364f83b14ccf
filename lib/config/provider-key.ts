/** What fits into a header. The end of line of a secret's file is cut off before; within a key it is a mistake. */
export const apiKeyPattern = /^[\x21-\x7e]+$/
export const apiKeyRule = 'must be printable ASCII characters without spaces'
