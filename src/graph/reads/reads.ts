/** The reads of the service. What follows from a read, its loader, its labels, its breaker, follows from its line here (client.ts). */
export { weather } from './weather.ts';
export { earthObservations } from './earth-observations.ts';
export { observations } from './observations.ts';
