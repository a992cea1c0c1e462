/** The reads of the service. Loaders, labels and breakers follow from these lines (client.ts). */
export { weather } from './weather.ts';
export { earthObservations } from './earth-observations.ts';
export { observations } from './observations.ts';
