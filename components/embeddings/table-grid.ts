/** Columns of the table: mark, number, text, group, cluster, kept, distance. */
export const tableGrid =
  'grid grid-cols-[24px_44px_minmax(12rem,1fr)_minmax(5rem,8rem)_minmax(5rem,9rem)_52px_64px] items-center gap-x-2 px-3'
