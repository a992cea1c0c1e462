/** The mark of the project, as an image of its own or within a page. */
export const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Fieldgraph</title><rect width="32" height="32" rx="7" fill="#1f6b45"/><path d="M5 22c5-5 9-5 13-2s6 3 9 0M5 16c5-5 9-5 13-2s6 3 9 0M5 10c5-5 9-5 13-2s6 3 9 0" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';
