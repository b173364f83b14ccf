import { Parser } from 'htmlparser2'

/** A shape that lies on the slide itself; a group is one. */
export interface Shape {
  /** English metric units; null when the layout places it. */
  readonly x: number | null
  readonly y: number | null
  readonly text: string
  readonly holdsPicture: boolean
  readonly isTitle: boolean
}

const shapeTags: ReadonlySet<string> = new Set(['p:sp', 'p:grpSp', 'p:graphicFrame', 'p:pic', 'p:cxnSp'])

/** The shapes of a slide in the order it was drawn. */
export function readShapes(slide: string): Shape[] {
  const shapes: Shape[] = []
  let open: {
    x: number | null
    y: number | null
    text: string
    holdsPicture: boolean
    isTitle: boolean
  } | null = null
  let depth = 0
  let inText = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (shapeTags.has(name)) {
          depth += 1
          open ??= { x: null, y: null, text: '', holdsPicture: false, isTitle: false }
          open.holdsPicture ||= name === 'p:pic' || name === 'p:graphicFrame'
        }
        if (open === null) return
        if (name === 'a:t') inText = true
        if (name === 'p:ph') open.isTitle ||= /title/i.test(attributes['type'] ?? '')
        // The first is the outermost shape's own; those inside a group count in its units.
        if (name === 'a:off' && open.x === null) {
          open.x = Number(attributes['x'])
          open.y = Number(attributes['y'])
        }
      },
      ontext: text => {
        if (inText && open !== null) open.text += text
      },
      onclosetag: name => {
        if (name === 'a:t') inText = false
        if (!shapeTags.has(name)) return
        depth -= 1
        if (depth > 0 || open === null) return
        shapes.push(open)
        open = null
      },
    },
    { xmlMode: true },
  )
  parser.end(slide)
  return shapes.filter(shape => !shape.isTitle)
}
