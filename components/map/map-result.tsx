'use client'
import { lazy, Suspense, useDeferredValue } from 'react'
import { FilterBar } from './filter-bar.tsx'
import { LinkHead } from './link-head.tsx'
import { ListView } from './list-view.tsx'
import { MapToolbar } from './map-toolbar.tsx'
import { MatchesContext, useMapState } from './map-context.ts'
import { ProgressLine } from './progress-line.tsx'
import { ReadingPane } from './reading-pane.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { StatusLine } from './status-line.tsx'
import { TreeView } from './tree-view.tsx'
import { shownOf, useFiltered } from './use-filtered.ts'

const Treemap = lazy(() => import('./treemap.tsx').then(module => ({ default: module.Treemap })))
const DiffView = lazy(() => import('./diff-view.tsx').then(module => ({ default: module.DiffView })))

/** What was found: the site as a tree, a list or an area, and the page that is read beside it. */
export function MapResult() {
  const { run, found, view } = useMapState()
  const { site } = found
  // The box that is typed in answers at once, the tree of a large site a moment later.
  const matches = useFiltered(site, useDeferredValue(view.filter))
  const empty = site.links.length === 0
  const { shape } = view
  return (
    <MatchesContext value={shownOf(matches)}>
      <h2 className="sr-only">Map</h2>
      <ReadingPane>
        {!empty && <MapToolbar />}
        {!empty && shape !== 'diff' && <FilterBar matches={matches} />}
        <div className="flex min-h-0 flex-1 flex-col">
          {empty && run?.state === 'running' && (
            <p className="px-4 py-3 text-muted">Looking at robots.txt, sitemaps and the start page…</p>
          )}
          {!empty && shape === 'tree' && (
            <>
              <LinkHead />
              <TreeView />
            </>
          )}
          {!empty && shape === 'list' && <ListView />}
          <Suspense>
            {!empty && shape === 'treemap' && <Treemap />}
            {!empty && shape === 'diff' && <DiffView />}
          </Suspense>
        </div>
        {!empty && <SelectionBar />}
        <ProgressLine />
        <StatusLine />
      </ReadingPane>
    </MatchesContext>
  )
}
