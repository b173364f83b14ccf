/**
 * A valid header value. The trailing newline of a secret's file is removed before; inside a key it is an error.
 */
export const apiKeyPattern = /^[\x21-\x7e]+$/
export const apiKeyRule = 'must be printable ASCII characters without spaces'
