const examples =
  /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|with)|your[-_ ].*(key|secret)|example|placeholder|0123456789|1234567890|abcdefgh/i

/** True for a secret that stands in somebody's documentation, or that nobody drew at random. */
export function knownExample(text: string): boolean {
  return examples.test(text) || /^(secret|password|test|sextant)+$/i.test(text) || new Set(text).size < 7
}
