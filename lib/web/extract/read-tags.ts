import { Tokenizer } from 'htmlparser2'

export interface TagHandlers {
  /** An element with its attributes; a void element is closed at once. */
  readonly onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly onText: (text: string) => void
  readonly onClose: (name: string) => void
}

/**
 * Reads the elements of a page in one pass and in linear time, however deep they are: the parser of htmlparser2, whose
 * events these are, moves its list of open elements for each of them. Elements that are open at the end stay open.
 */
export function readTags(html: string, handlers: TagHandlers): void {
  const elements = new OpenElements(handlers.onClose)
  let name = ''
  let attributes: Record<string, string> = {}
  let attribute = ''
  let value = ''
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (start, end) => handlers.onText(html.slice(start, end)),
      ontextentity: codePoint => handlers.onText(String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        attributes = {}
        elements.open(name)
      },
      onattribname: (start, end) => void (attribute = html.slice(start, end).toLowerCase()),
      onattribdata: (start, end) => void (value += html.slice(start, end)),
      onattribentity: codePoint => void (value += String.fromCodePoint(codePoint)),
      onattribend() {
        if (!Object.hasOwn(attributes, attribute)) attributes[attribute] = value
        value = ''
      },
      onopentagend() {
        handlers.onOpen(name, attributes)
        if (voidTags.has(name)) handlers.onClose(name)
      },
      onselfclosingtag() {
        handlers.onOpen(name, attributes)
        if (voidTags.has(name)) handlers.onClose(name)
        else if (elements.isForeign) elements.close(name)
      },
      onclosetag(start, end) {
        const closed = html.slice(start, end).toLowerCase()
        if (elements.close(closed)) return
        // As in a browser, these two exist without a start.
        if (closed !== 'p' && closed !== 'br') return
        handlers.onOpen(closed, {})
        handlers.onClose(closed)
      },
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

function ignore(): void {}

class OpenElements {
  readonly #stack: { readonly name: string; readonly isForeign: boolean }[] = []
  readonly #counts = new Map<string, number>()
  readonly #onClose: (name: string) => void

  constructor(onClose: (name: string) => void) {
    this.#onClose = onClose
  }

  /** Whether the innermost element is of SVG or MathML, where a tag can close itself. */
  get isForeign(): boolean {
    return this.#stack.at(-1)?.isForeign ?? false
  }

  /** Closes the elements that the start of this one ends. */
  open(name: string): void {
    const ended = endedBy.get(name)
    while (ended?.has(this.#stack.at(-1)?.name ?? '')) this.#pop()
    if (voidTags.has(name)) return
    const isForeign = foreignTags.has(name) || (this.isForeign && !integrationTags.has(name))
    this.#stack.push({ name, isForeign })
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** Closes an element and those inside; false if it is not open. */
  close(name: string): boolean {
    if ((this.#counts.get(name) ?? 0) === 0) return false
    while (this.#pop() !== name);
    return true
  }

  #pop(): string {
    const { name = '' } = this.#stack.pop() ?? {}
    this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1)
    this.#onClose(name)
    return name
  }
}

const voidTags = toSet(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
)
const foreignTags = toSet('math svg')
const integrationTags = toSet('mi mo mn ms mtext annotation-xml foreignobject desc title')

/** Elements without an end tag, by the tags that end them. */
const endedBy: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['tr', toSet('tr th td')],
  ['th', toSet('th')],
  ['td', toSet('thead th td')],
  ['body', toSet('head link script')],
  ['li', toSet('li')],
  ['option', toSet('option')],
  ['optgroup', toSet('optgroup option')],
  ...each('dd dt', 'dd dt'),
  ...each('rt rp', 'rt rp'),
  ...each('tbody tfoot', 'thead tbody'),
  ...each(
    'select input output button datalist textarea',
    'input option optgroup select button datalist textarea',
  ),
  ...each(
    'p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure footer form header hr main nav ol pre section table ul',
    'p',
  ),
])

function each(names: string, ended: string): (readonly [string, ReadonlySet<string>])[] {
  const set = toSet(ended)
  return names.split(' ').map(name => [name, set] as const)
}

function toSet(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}
