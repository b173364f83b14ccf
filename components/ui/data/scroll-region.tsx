import type { ComponentProps } from 'react'

/** A scrollable region within the page. It is focusable so that the keyboard can scroll it. */
export function ScrollRegion({ label, ...props }: ComponentProps<'div'> & { label: string }) {
  // A group instead of a landmark: an answer may have many. axe requires the focus
  // (scrollable-region-focusable).
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- see above
  return <div role="group" tabIndex={0} aria-label={label} {...props} />
}
