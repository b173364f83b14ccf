import { z } from 'zod'

/** An email address or URL for a User-Agent comment, which parentheses would end. */
export const contact = z
  .string()
  .max(200)
  .regex(/^[\x21-\x27\x2a-\x7e]+$/, 'must be an email address or a URL')
