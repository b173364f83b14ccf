import { formatCount } from '#lib/client/format.ts'
import type { Site } from '#lib/client/map/site.ts'

const rowsMax = 200

/** The same figures for who does not see the areas; the tree has all of them. */
export function TreemapTable({
  site,
  root,
  counts,
}: {
  site: Site
  /** Node whose insides are shown; -1 for all hosts. */
  root: number
  /** Links that match, for each node; null: all. */
  counts: Int32Array | null
}) {
  const { tree } = site
  const countOf = (node: number) => (counts === null ? tree.count(node) : (counts[node] ?? 0))
  const children = tree
    .children(root)
    .filter(node => countOf(node) > 0)
    .toSorted((a, b) => countOf(b) - countOf(a))
    .slice(0, rowsMax)
  return (
    <table className="sr-only">
      <caption>Links by folder, the largest first</caption>
      <thead>
        <tr>
          <th scope="col">Folder</th>
          <th scope="col">Links</th>
        </tr>
      </thead>
      <tbody>
        {children.map(node => (
          <tr key={node}>
            <th scope="row">{tree.label(node)}</th>
            <td>{formatCount(countOf(node))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
