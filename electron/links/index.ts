/** Link groups: panels that show one market, over all windows of a deployment. */
export { createLinks, type Links } from './links.ts'
