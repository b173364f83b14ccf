'use client'
import { useState } from 'react'
import { filterLinks, type Matches } from '#lib/client/map/filter-links.ts'
import { isFiltering, type LinkFilter } from '#lib/client/map/link-filter.ts'
import type { Site } from '#lib/client/map/site.ts'

/** What the filter shows of the site: while that grows, only what is new is looked at. */
export function useFiltered(site: Site, filter: LinkFilter): Matches {
  const [matcher] = useState(createMatcher)
  return matcher(site, filter)
}

function createMatcher(): (site: Site, filter: LinkFilter) => Matches {
  let last: { readonly site: Site; readonly matches: Matches } | null = null
  return (site, filter) => {
    if (last?.site === site && last.matches.filter === filter) return last.matches
    // Another map has other numbers for its links.
    const former = last?.site.places === site.places ? last.matches : null
    last = { site, matches: filterLinks(site, filter, former) }
    return last.matches
  }
}

export function shownOf(matches: Matches): Matches | null {
  return isFiltering(matches.filter) ? matches : null
}
