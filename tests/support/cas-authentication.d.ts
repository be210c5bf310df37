/** Used part of the stock CAS client, which brings no types. */
declare module 'cas-authentication' {
  import type { RequestHandler } from 'express';
  export default class CasAuthentication {
    constructor(options: {
      cas_url: string;
      service_url: string;
      cas_version?: '2.0' | '3.0';
      renew?: boolean;
      session_info?: string;
    });
    /** 80 or 443 whatever `cas_url` says; set it to reach another port. */
    cas_port: number;
    bounce: RequestHandler;
    block: RequestHandler;
    logout: RequestHandler;
  }
}
