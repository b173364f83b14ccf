import type { LlamaModel, Token } from 'node-llama-cpp'

export interface TokenText {
  /** The text that has become complete; empty while a character is still in parts. */
  push(token: Token): string
  flush(): string
}

// A character has at most four bytes, so at most four tokens.
const pendingMax = 4
const contextTokensMax = 8

/** Turns tokens into text without breaking characters that are spread over several tokens. */
export function createTokenText(model: Pick<LlamaModel, 'detokenize'>): TokenText {
  let pending: Token[] = []
  let last: Token[] = []
  const settle = (text: string): string => {
    last = [...last, ...pending].slice(-contextTokensMax)
    pending = []
    return text
  }
  return {
    push(token) {
      pending.push(token)
      const text = model.detokenize(pending, false, last)
      if (text.endsWith('\uFFFD') && pending.length < pendingMax) return ''
      return settle(text)
    },
    flush() {
      return pending.length === 0 ? '' : settle(model.detokenize(pending, false, last))
    },
  }
}
