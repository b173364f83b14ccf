import { z } from 'zod'

/** A mail address or a page, as it stands in a User-Agent: parentheses would end it there. */
export const contact = z
  .string()
  .max(200)
  .regex(/^[\x21-\x27\x2a-\x7e]+$/, 'must be a mail address or the address of a page')
