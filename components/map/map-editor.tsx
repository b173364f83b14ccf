'use client'
import { TextField } from './text-field.tsx'

/** The request: where mapping starts, and what it looks for. */
export function MapEditor() {
  return (
    <>
      <TextField
        main
        name="url"
        label="Address"
        placeholder="example.com"
        help="Where mapping starts. Without a scheme https is tried, then http."
      />
      <TextField
        name="search"
        label="Search"
        placeholder="All pages"
        help="Keeps only links that fit these words, the best first."
      />
    </>
  )
}
