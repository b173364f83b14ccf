import { z } from 'zod'

/** A part of a documentation page under one heading, as plain text. */
const docSectionSchema = z.object({
  /** The heading; that of the first section is the page's title. */
  heading: z.string(),
  /** ID of the heading in the page; empty: the start of the page. */
  anchor: z.string(),
  text: z.string(),
})

/** A page of the documentation with its text for the search. */
const docIndexPageSchema = z.object({
  /** Path in the console, e.g. `/docs/api/chat`. */
  path: z.string(),
  title: z.string(),
  group: z.string(),
  sections: z.array(docSectionSchema),
})

/** Search index of the documentation, in reading order. */
export const docIndexSchema = z.object({ pages: z.array(docIndexPageSchema) })

export type DocIndex = z.infer<typeof docIndexSchema>

/** A group of pages in the contents list. */
export interface DocGroup {
  readonly title: string
  readonly pages: readonly DocLink[]
}

export interface DocLink {
  readonly path: string
  readonly title: string
}

export interface DocSection {
  /** 1 for the title, then 2 to 6. */
  readonly depth: number
  /** May have `code`. */
  readonly heading: string
  readonly anchor: string
  /** Markdown without headings; its links are paths of the console, anchors or absolute URLs. */
  readonly body: string
}

/** A page with its neighbors in reading order. */
export interface DocPage {
  readonly title: string
  readonly group: string
  readonly sections: readonly DocSection[]
  readonly previous: DocLink | null
  readonly next: DocLink | null
}
